import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { ensureInstalled, hashOfServer, swapIn, top } from './prepare.mjs'

await ensureInstalled()

// Computed before the build, so that a file saved during the build triggers another one at the next start.
const sources = hashOfServer()
mkdirSync(join(top, '.cache'), { recursive: true })
const scratch = mkdtempSync(join(top, '.cache', 'build-server-'))
const output = join(scratch, 'server')
try {
  const build = await rolldown({
    cwd: top,
    input: {
      main: 'src/programs/main.ts',
      seed: 'src/programs/seed.ts',
      'rotate-key': 'src/programs/rotate-key.ts',
      rates: 'src/programs/rates.ts',
      'read-receipt': 'src/programs/read-receipt.ts',
      'read-bank-file': 'src/programs/read-bank-file.ts',
      backup: 'src/programs/backup.ts',
      restore: 'src/programs/restore.ts',
      // Worker threads. In the bundle, as in the sources, they are in the same folder as the code that starts
      // them.
      'receipt-worker': 'src/features/receipts/reading/receipt-worker.ts',
      'bank-file-worker': 'src/features/bank-files/reading/bank-file-worker.ts',
      'pdf-worker': 'src/features/invoices/pdf/pdf-worker.ts',
      'statement-worker': 'src/features/statements/pdf/statement-worker.ts',
      'report-worker': 'src/features/reports/files/report-worker.ts',
      'password-worker': 'src/features/auth/passwords/password-worker.ts',
      'data-file-worker': 'src/features/data-imports/reading/data-file-worker.ts',
      'message-worker': 'src/platform/mail/message-worker.ts',
    },
    platform: 'node',
    // It loads a native library.
    external: ['sharp'],
    onLog(level, log, handle) {
      // Caused by a package that we import lazily and another package imports directly.
      if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') handle(level, log)
    },
  })
  await build.write({
    dir: output,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    // A process keeps its source text in memory.
    comments: false,
  })
  await build.close()
  writeFileSync(join(output, '.sources'), sources)
  mkdirSync(join(top, 'dist'), { recursive: true })
  swapIn(output, join(top, 'dist', 'server'), scratch)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
