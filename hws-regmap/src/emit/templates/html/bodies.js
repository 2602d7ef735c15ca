// The body of a register is text until it comes near the screen, is linked to or is printed: a page of thousands of registers
// opens at once. Without scripts, a browser shows the bodies itself.

// Small maps are filled while the browser is idle, so that its own search finds everything as well.
const MOST_FILLED = 1000;

function fill(section) {
  const body = section.querySelector("noscript");
  if (!body) return;
  body.insertAdjacentHTML("afterend", body.textContent);
  body.remove();
  nearby.unobserve(section);
}

// The row of a field: `CTRL.ENABLE`.
function rowOf(id) {
  fill(document.getElementById(id.slice(0, id.indexOf("."))));
  return document.getElementById(id);
}

const nearby = new IntersectionObserver((changes) => {
  for (const { isIntersecting, target } of changes) if (isIntersecting) fill(target);
}, { rootMargin: "1200px" });

const unfilled = [...document.querySelectorAll("section.register")];
for (const section of unfilled) nearby.observe(section);

function fillAll() { unfilled.splice(0).forEach(fill); }

// Browsers without idle time wait for it instead.
const whenIdle = window.requestIdleCallback ?? ((work) => setTimeout(work, 50));

function fillSome() {
  unfilled.splice(0, 10).forEach(fill);
  if (unfilled.length) whenIdle(fillSome);
}

if (unfilled.length <= MOST_FILLED) whenIdle(fillSome);
window.addEventListener("beforeprint", fillAll);
