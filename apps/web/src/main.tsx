import './theme/ground.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/boot.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root.');
// No StrictMode: it would run the sign-in's one-time code exchange twice.
createRoot(root).render(<App />);
