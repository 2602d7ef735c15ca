// Which key was pressed.

// Null when it is for something else: the browser, an open dialog, a field, or the tabs.
export function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return null;
  const { target } = event;
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return null;
  const isTab = target instanceof HTMLElement && target.getAttribute("role") === "tab";
  return isTab && event.key.startsWith("Arrow") ? null : event.key;
}
