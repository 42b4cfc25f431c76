import './lib/zod-without-eval.ts';
import './theme/ground.css';
import './app/first.ts';
import { showLastResort } from './app/last-resort.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
import('./app/boot.tsx')
  .then(({ mount }) => mount(root))
  .catch((error: unknown) => {
    console.error('The hub could not be loaded.', error);
    showLastResort();
  });
