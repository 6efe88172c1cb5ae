// The board by keyboard: arrows go to the nearest choice that way, letters jump to parts of the page.

const AHEAD = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
const middle = (element) => {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

export function nearest(board, from, [dx, dy]) {
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const other of board.querySelectorAll(".option, .refused, .touch.lit, .touch.held, .touch[aria-description]")) {
    if (other === from) continue;
    const [ox, oy] = middle(other);
    const along = (ox - x) * dx + (oy - y) * dy;
    if (along < 2) continue;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    const far = along + aside * 2.5;
    if (far < least) [best, least] = [other, far];
  }
  return best;
}

export function steer(board, shortcuts) {
  board.addEventListener("keydown", (event) => {
    const here = event.target.closest(".option, .refused, .touch");
    if (!here || event.ctrlKey || event.metaKey || event.altKey) return;
    if (AHEAD[event.key]) {
      event.preventDefault();
      nearest(board, here, AHEAD[event.key])?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      here.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    }
  });
  if (!shortcuts) return;
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
    const act = shortcuts[event.key.toLowerCase()];
    if (act) {
      event.preventDefault();
      act();
    }
  });
}
