// The panel over the game: what it pays, and the rounds that were played.
import { by, money, rounds, stopAuto, text, watchGame } from './client.js';

export function element(tag, className, content = '') {
  const made = document.createElement(tag);
  made.className = className;
  if (content instanceof Node) made.append(content);
  else made.textContent = content;
  return made;
}

function showRounds() {
  const box = by('rounds');
  if (rounds.length === 0) {
    box.replaceChildren(element('p', 'note', text('noRounds')));
    return;
  }
  const table = element('table', 'rounds');
  const head = table.createTHead().insertRow();
  const names = ['round', 'time', 'result', 'bet', 'win', 'balance'];
  for (const name of names) {
    const cell = element('th', ['bet', 'win', 'balance'].includes(name) ? 'num' : name, text(name));
    cell.scope = 'col';
    head.append(cell);
  }
  const rows = table.createTBody();
  for (const round of rounds) {
    const row = rows.insertRow();
    row.append(element('td', 'name', round.label), element('td', 'time', round.time));
    row.append(element('td', 'result', round.result?.() ?? ''));
    row.append(element('td', 'num', round.bet > 0 ? `−${money(round.bet)}` : '–'));
    row.append(
      element('td', round.win > 0 ? 'num won' : 'num', round.win > 0 ? `+${money(round.win)}` : '–'),
    );
    row.append(element('td', 'num', money(round.balance)));
  }
  box.replaceChildren(table);
}

/** Connects the panel; `showPays` fills the pay table, again whenever the stake changes. */
export function connectPanel(showPays) {
  const panel = by('panel');
  const tabs = [by('tab-pays'), by('tab-rounds')];
  const select = (chosen) => {
    for (const tab of tabs) {
      const isChosen = tab === chosen;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      by(tab.getAttribute('aria-controls')).hidden = !isChosen;
    }
  };
  for (const [at, tab] of tabs.entries()) {
    tab.addEventListener('click', () => select(tab));
    tab.addEventListener('keydown', ({ key }) => {
      if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
      const other = tabs[1 - at];
      select(other);
      other.focus();
    });
  }
  by('menu').addEventListener('click', () => {
    stopAuto();
    panel.showModal();
  });
  by('close').addEventListener('click', () => panel.close());
  panel.addEventListener('click', ({ target }) => {
    if (target === panel) panel.close();
  });
  watchGame(() => {
    showPays(by('pays'));
    showRounds();
  });
}
