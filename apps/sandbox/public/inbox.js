const list = document.querySelector('#list');

// The list is fetched again every few seconds; focus inside it is kept.
setInterval(async () => {
  if (document.hidden || list.contains(document.activeElement)) return;
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('#list');
  if (fresh && fresh.innerHTML !== list.innerHTML) list.innerHTML = fresh.innerHTML;
}, 3000);

list.addEventListener('click', (event) => {
  event.target.closest('tr.mail')?.querySelector('a')?.click();
});

document.querySelector('#clear').addEventListener('click', async () => {
  if (!confirm('Delete all mails?')) return;
  await fetch('/inbox/messages', { method: 'DELETE' });
  location.reload();
});
