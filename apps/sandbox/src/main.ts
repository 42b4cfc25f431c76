import { flushCompileCache } from 'node:module';
import { z } from 'zod';
import { startSandbox } from './app.ts';

// The world and its mails are readable by the user of this process only: folders 0700, files 0600.
process.umask(0o077);

const settings = z
  .object({
    SANDBOX_HOST: z.string().min(1).default('127.0.0.1'),
    SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).default(3_100),
    SANDBOX_SMTP_PORT: z.coerce.number().int().min(0).max(65_535).default(3_125),
    SANDBOX_DATA_DIR: z.string().min(1).default('.data/sandbox'),
  })
  .safeParse(process.env);

if (!settings.success) {
  for (const issue of settings.error.issues) console.error(`${issue.path.join('.')}: ${issue.message}`);
  process.exit(1);
}

const sandbox = await startSandbox({
  host: settings.data.SANDBOX_HOST,
  port: settings.data.SANDBOX_PORT,
  smtpPort: settings.data.SANDBOX_SMTP_PORT,
  dataDir: settings.data.SANDBOX_DATA_DIR,
});
process.send?.({ type: 'listening', url: sandbox.url, smtpUrl: sandbox.smtpUrl });
console.log(`Sandbox at ${sandbox.url}, mail at ${sandbox.smtpUrl}, inbox at ${sandbox.url}/inbox`);

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await sandbox.close();
  process.exit(0);
}
process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());
// The hub that started this process is gone: so is the reason to run.
process.on('disconnect', () => void stop());

sandbox.ready.then(
  () => {
    process.send?.({ type: 'ready' });
    // Node would write what it has compiled (NODE_COMPILE_CACHE) at the end, which a killed process does not have.
    flushCompileCache();
  },
  (error: unknown) => {
    console.error('The history could not be built:', error);
    process.exit(1);
  },
);
