// Marks of one's own in a notebook on the board: a touch on a cell circles it, the next one crosses it, a third
// one rubs it out. They stay in this browser, for this seat of this table.

const SVG = "http://www.w3.org/2000/svg";
const NEXT = { circle: "cross", cross: "" };
const SHAPES = {
  circle: (x, y, r) => `M${x - r} ${y}a${r} ${r * 0.9} -8 1 1 ${r / 2} ${r * 0.8}`,
  cross: (x, y, r) => `M${x - r} ${y - r}L${x + r} ${y + r}M${x + r} ${y - r}L${x - r} ${y + r}`,
};

export class Pencil {
  constructor(board, name) {
    Object.assign(this, { board, name, marks: JSON.parse(localStorage.getItem(name) ?? "{}") });
    board.addEventListener("click", (event) => this.clicked(event));
    this.show();
  }

  // Its place, and the keys of its rows and columns.
  get grid() {
    const told = document.getElementById("b-gestures")?.dataset.notebook;
    if (!told) return null;
    const [x, y, w, h, rows, columns] = JSON.parse(told);
    return { x, y, rows, columns, across: w / columns.length, along: h / rows.length };
  }

  // A touch that belongs to a choice is no mark.
  clicked(event) {
    const { grid } = this;
    if (!grid || event.target.closest(".lit, .held, .option")) return;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(document.getElementById("b-board").getScreenCTM().inverse());
    const row = grid.rows[Math.floor((at.y - grid.y) / grid.along)];
    const column = grid.columns[Math.floor((at.x - grid.x) / grid.across)];
    if (!row || !column) return;
    const key = `${row}, ${column}`;
    const mark = key in this.marks ? NEXT[this.marks[key]] : "circle";
    if (mark) this.marks[key] = mark;
    else delete this.marks[key];
    localStorage.setItem(this.name, JSON.stringify(this.marks));
    this.show();
  }

  // After every change of the board.
  show() {
    const { grid } = this;
    document.getElementById("b-pencil")?.remove();
    if (!grid) return;
    const layer = document.createElementNS(SVG, "path");
    layer.id = "b-pencil";
    layer.setAttribute("class", "pencil");
    const radius = Math.min(grid.across, grid.along) / 2 - 1;
    const strokes = grid.rows.flatMap((row, down) => grid.columns.map((column, right) => {
      const mark = this.marks[`${row}, ${column}`];
      return mark ? SHAPES[mark](grid.x + grid.across * (right + 0.5), grid.y + grid.along * (down + 0.66), radius) : "";
    }));
    layer.setAttribute("d", strokes.join(""));
    if (strokes.some(Boolean)) document.getElementById("b-board").append(layer);
  }
}
