// The fuse: the two halves of each pair slide together.

const FUSE_MS = 320;
const MOST_FUSING = 500; // above so many visible chips the halves do not slide

function createFusing(stage) {
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  let ghosts = [], holds = [];

  // Where the pairs that merge m joins stand and how they look, read before the frame is drawn.
  function pairsOf(r, m) {
    const chips = [...stage.querySelectorAll('.chip')];
    if (still.matches || chips.length > MOST_FUSING) return [];
    return chips.slice(0, -1).flatMap((left, i) => {
      const right = chips[i + 1], row = left.parentElement;
      const joined = r.mergedAt[right.dataset.start - 1] === m && right.parentElement === row;
      if (!joined || left.classList.contains('rtl')) return [];
      const colours = [left, right].map((chip) => getComputedStyle(chip).backgroundColor);
      return [{ row, start: left.dataset.start, seam: right.getBoundingClientRect().left, colours }];
    });
  }

  // A chip is text within a line and cannot be cut in two: copies of it, each clipped to a half, slide in its place.
  function slide(pairs) {
    const places = pairs.flatMap((pair) => {
      const chip = [...pair.row.children].find(({ dataset, classList }) =>
        dataset.start === pair.start && classList.contains('fused'));
      if (!chip) return [];
      const origin = pair.row.parentElement.getBoundingClientRect().left;
      const fill = getComputedStyle(chip).backgroundColor;
      return [{ ...pair, chip, box: chip.getBoundingClientRect(), origin, fill }];
    });
    for (const { chip, row, seam, colours, box, origin, fill } of places) {
      holds.push(chip.animate({ opacity: [0, 0] }, FUSE_MS));
      const clips = [`inset(0 ${box.right - seam}px 0 0)`, `inset(0 0 0 ${seam - box.left}px)`];
      clips.forEach((clipPath, side) => {
        const copy = chip.cloneNode(true);
        delete copy.dataset.testid;
        const ghost = el('div', { className: 'row fusing', ariaHidden: 'true' }, copy);
        const left = `${box.left - origin}px`, width = `${box.width}px`;
        Object.assign(ghost.style, { top: row.style.top, left, width, clipPath });
        row.parentElement.append(ghost);
        const from = side === 0 ? '-0.14em' : '0.14em';
        const move = { duration: FUSE_MS, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' };
        copy.animate({ backgroundColor: [colours[side], fill] }, move);
        ghost.animate({ transform: [`translateX(${from})`, 'none'] }, move).onfinish = () => ghost.remove();
        ghosts.push(ghost);
      });
    }
  }

  function end() {
    for (const ghost of ghosts) ghost.remove();
    for (const hold of holds) hold.cancel();
    ghosts = [];
    holds = [];
  }

  return { pairsOf, slide, end };
}
