// Keys.

// The key that was pressed, or null when it is meant for something else: the browser, an open dialog, a field, the tabs.
export function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return null;
  const { target } = event;
  if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) return null;
  const isTab = target instanceof HTMLElement && target.getAttribute("role") === "tab";
  return isTab && event.key.startsWith("Arrow") ? null : event.key;
}
