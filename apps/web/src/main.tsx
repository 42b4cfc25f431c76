import './lib/zod-without-eval.ts';
import './theme/ground.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/boot.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
