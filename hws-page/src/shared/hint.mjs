// The hint beside the cursor.

import { el } from "./elements.mjs";

export const hintTitle = (text) => el("div", { class: "name" }, text);

// Keeps the hint on the screen; hides it when there are no lines.
export function placeHint(hint, lines, clientX, clientY) {
  hint.hidden = lines === null;
  if (lines === null) return;
  hint.replaceChildren(...lines);
  const { offsetWidth: width, offsetHeight: height } = hint;
  const left = clientX + 16 + width < innerWidth ? clientX + 16 : clientX - 16 - width;
  const top = clientY + 14 + height < innerHeight ? clientY + 14 : clientY - 14 - height;
  hint.style.left = `${Math.max(4, left)}px`;
  hint.style.top = `${Math.max(4, top)}px`;
}
