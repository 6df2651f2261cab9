// @ts-check
// Keeping the current move in sight: lists scroll by themselves, and the page stays where it is.

/** Scrolls a list so that its current item is in the middle, as far as it goes. @param {HTMLElement} list */
export function reveal(list) {
  const here = list.querySelector("[aria-current]");
  if (!here) return;
  // Measured on the screen: what an offset is counted from depends on the styles of everything in between.
  const [item, box] = [here.getBoundingClientRect(), list.getBoundingClientRect()];
  list.scrollTop += item.top + item.height / 2 - (box.top + list.clientTop + list.clientHeight / 2);
  // On a phone the list of moves is one line that scrolls sideways.
  list.scrollLeft += item.left + item.width / 2 - (box.left + list.clientLeft + list.clientWidth / 2);
}

/** Does so whenever the list gets another size, and when it first comes onto the page. @param {HTMLElement} list */
export function keepRevealed(list) {
  new ResizeObserver(() => reveal(list)).observe(list);
}
