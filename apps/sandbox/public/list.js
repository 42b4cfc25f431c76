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
  event.target.closest('tr.opens')?.querySelector('a')?.click();
});

document.querySelector('#clear').addEventListener('click', async (event) => {
  const { url, question } = event.currentTarget.dataset;
  if (!confirm(question)) return;
  await fetch(url, { method: 'DELETE' });
  location.reload();
});
