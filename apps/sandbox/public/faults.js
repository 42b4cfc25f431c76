// Every change of a switch goes to the platform at once.
for (const form of document.querySelectorAll('form.faults')) {
  const status = form.querySelector('[role=status]');
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('change', async ({ target }) => {
    const empty = target.name === 'cutStreamAfter' ? null : 0;
    const value =
      target.type === 'checkbox' ? target.checked : target.value === '' ? empty : Number(target.value);
    const answer = await fetch(`/p/${form.dataset.platform}/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ [target.name]: value }),
    });
    status.textContent = answer.ok ? 'Saved.' : (await answer.json()).message;
  });
}
