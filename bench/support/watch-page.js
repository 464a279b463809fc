// Runs in a page of the console before its own scripts, and notes when the page could be used (bench/console.ts).
(() => {
  /** Milliseconds without a change of the page or an answer after which it is as the person finds it. */
  const QUIET_MS = 300;
  const seen = { usable: null, following: 0, followed: null, largest: 0, blocked: 0, calls: 0 };
  globalThis.watched = seen;
  let changed = 0;
  const change = () => {
    changed = performance.now();
  };

  // Parts that load after the page is usable: counting a campaign's recipients takes up to half a second (docs/rules.md 9.37).
  const follows = (node) => (node instanceof Element ? node : node.parentElement)?.closest('[data-follows]');
  const FOLLOWING = '/single-send/audience';

  new MutationObserver((changes) => {
    if (!changes.every(({ target }) => follows(target))) change();
  }).observe(document, { childList: true, characterData: true, subtree: true });

  const { fetch } = globalThis;
  globalThis.fetch = async (...call) => {
    if (String(call[0]?.url ?? call[0]).includes(FOLLOWING)) {
      seen.following += 1;
      try {
        return await fetch(...call);
      } finally {
        seen.following -= 1;
        seen.followed = performance.now();
      }
    }
    seen.calls += 1;
    try {
      return await fetch(...call);
    } finally {
      seen.calls -= 1;
      change();
    }
  };

  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.largest = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  // The time of a task beyond 50 ms, as in "total blocking time".
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.blocked += duration - 50;
  }).observe({ type: 'longtask', buffered: true });

  const isThere = () =>
    seen.calls === 0 &&
    document.querySelector('h1') !== null &&
    [...document.querySelectorAll('.mantine-Skeleton-root')].every(follows);
  const timer = setInterval(() => {
    if (!isThere() || performance.now() - changed < QUIET_MS) return;
    clearInterval(timer);
    seen.usable = changed;
  }, 20);
})();
