// What the sign-in pages do more of when scripts run; without this file they work all the same.

for (const button of document.querySelectorAll('[data-reveal]')) {
  const input = document.getElementById(button.dataset.reveal);
  const name = button.querySelector('span');
  button.hidden = false;
  button.addEventListener('click', () => {
    const shown = input.type === 'text';
    input.type = shown ? 'password' : 'text';
    button.classList.toggle('on', !shown);
    name.textContent = shown ? button.dataset.show : button.dataset.hide;
    input.focus();
  });
  // A password never travels or is remembered as plain text.
  input.form.addEventListener('submit', () => {
    input.type = 'password';
  });
}

const demo = document.querySelector('.demo');
for (const link of document.querySelectorAll('[data-fill]')) {
  link.addEventListener('click', (event) => {
    event.preventDefault();
    document.getElementById('username').value = link.dataset.fill;
    document.getElementById('password').value = demo.dataset.password;
    document.querySelector('button.primary').focus();
  });
}

for (const button of document.querySelectorAll('[data-copy]')) {
  const name = button.querySelector('span');
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      name.textContent = button.dataset.done;
    } catch {
      // Without the right to the clipboard the text can still be selected.
    }
  });
}

for (const button of document.querySelectorAll('[data-download]')) {
  button.hidden = false;
  button.addEventListener('click', () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([button.dataset.download], { type: 'text/plain' }));
    link.download = button.dataset.file;
    link.click();
    URL.revokeObjectURL(link.href);
  });
}

// Language and theme are the hub's too, as far as both live at one origin. Without storage the link is followed, and the
// server keeps the choice in a cookie that no script reads.
function remember(key, value) {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}
for (const link of document.querySelectorAll('[data-language]')) {
  link.addEventListener('click', () => remember('ludus.language', link.dataset.language));
}
for (const link of document.querySelectorAll('[data-scheme]')) {
  link.addEventListener('click', (event) => {
    const { scheme } = link.dataset;
    if (!remember('mantine-color-scheme-value', scheme)) return;
    event.preventDefault();
    document.documentElement.dataset.theme = scheme;
  });
}

// One sign-in at a time: a second click would meet a page that has been used.
for (const form of document.forms) {
  form.addEventListener('submit', (event) => {
    if (form.dataset.sent === 'yes') event.preventDefault();
    form.dataset.sent = 'yes';
  });
}
addEventListener('pageshow', () => {
  for (const form of document.forms) delete form.dataset.sent;
});
