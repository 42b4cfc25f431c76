// Runs in the page before its own scripts: keeps what `web.ts` reads of layout shifts and of the time from input to picture.
const shown = ({ x, y, width, height }) => `${x},${y} ${width}x${height}`;
window.shifts = { sum: 0, parts: [] };
window.longestEvent = 0;
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    if (hadRecentInput) continue;
    const moved = sources.map(({ node, previousRect, currentRect }) => {
      const element = node instanceof Element ? node : node?.parentElement;
      return `${element?.tagName.toLowerCase()}.${element?.className} from ${shown(previousRect)} to ${shown(currentRect)}`;
    });
    window.shifts.sum += value;
    window.shifts.parts.push(`${value.toFixed(3)} ${moved.join(', ')}`);
  }
}).observe({ type: 'layout-shift', buffered: true });
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) window.longestEvent = Math.max(window.longestEvent, duration);
}).observe({ type: 'event', durationThreshold: 16 });
