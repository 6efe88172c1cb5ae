// The picture of the final table as a PNG file: shared where the device can, saved elsewhere.

const WIDE = 1960;

export async function share(link) {
  const svg = await (await fetch(link.href)).text();
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = WIDE;
  canvas.height = Math.round((WIDE * picture.naturalHeight) / picture.naturalWidth);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  const png = await new Promise((done) => canvas.toBlob(done, "image/png"));
  const file = new File([png], link.download.replace(/svg$/, "png"), { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file], title: document.title }).catch(() => {});
  const saved = document.createElement("a");
  saved.href = URL.createObjectURL(file);
  saved.download = file.name;
  saved.click();
  setTimeout(() => URL.revokeObjectURL(saved.href), 10000);
}
