const box = document.querySelector("input"), found = document.querySelector("#found");
const pages = fetch("search.json").then(answer => answer.json());
box.addEventListener("input", async () => {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  const hits = words.length ? (await pages).filter(
    part => words.every(word => (part.title + " " + part.text).toLowerCase().includes(word))) : [];
  found.replaceChildren(...hits.slice(0, 12).map(part => {
    const item = document.createElement("li"), link = document.createElement("a");
    link.href = part.link;
    link.textContent = part.title;
    item.append(link);
    return item;
  }));
});
