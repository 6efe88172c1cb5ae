// Hands that are shown late: whoever looks at the newest moment is shown the next one as soon as it may be seen.

import { Live } from "./live.js";

const PAUSE = 1000;

export function follow(reel, turn) {
  let coming;
  const on = () => {
    coming = null;
    const { slide } = reel().elements;
    if (slide.value === slide.max) turn(reel(), null, { at: 999999 });
  };
  new Live((last) => `${reel().dataset.follow}&last=${last}`, 0, ({ table }) => {
    if (table) coming ??= setTimeout(on, PAUSE);
  });
}
