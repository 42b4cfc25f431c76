import styles from './last-resort.module.css';

/** When even the code of the hub cannot be loaded: words without texts, theme or components, in place of the page. */
export function showLastResort(): void {
  const text = document.createElement('p');
  text.textContent = 'Error trying to connect to the server.';
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Reload';
  button.addEventListener('click', () => location.reload());
  const box = document.createElement('div');
  box.append(text, button);
  const main = document.createElement('main');
  main.className = styles.last ?? '';
  main.role = 'alert';
  main.append(box);
  document.body.replaceChildren(main);
}
