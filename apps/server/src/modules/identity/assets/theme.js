// Runs before the first paint: the theme that was chosen in the hub holds on its sign-in page too.
(() => {
  try {
    const scheme = localStorage.getItem('mantine-color-scheme-value');
    if (scheme === 'light' || scheme === 'dark') document.documentElement.dataset.theme = scheme;
    else if (scheme === 'auto')
      document.documentElement.dataset.theme = matchMedia('(prefers-color-scheme: light)').matches
        ? 'light'
        : 'dark';
  } catch {
    // Storage can be switched off: the cookie decides.
  }
})();
