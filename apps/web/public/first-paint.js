// Applies the stored theme and language before the first paint, so that a light-theme user never sees a dark flash.
(() => {
  try {
    const scheme = localStorage.getItem('mantine-color-scheme-value');
    if (scheme === 'light' || scheme === 'dark') document.documentElement.dataset.mantineColorScheme = scheme;
    else if (scheme === 'auto' && matchMedia('(prefers-color-scheme: light)').matches)
      document.documentElement.dataset.mantineColorScheme = 'light';
    const language = localStorage.getItem('ludus.language');
    if (language === 'en' || language === 'it') document.documentElement.lang = language;
  } catch {
    // Storage can be switched off: the defaults of index.html stand.
  }
})();
