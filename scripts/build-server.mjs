import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { ensureInstalled, hashOfServer, swapIn, top } from './prepare.mjs'

await ensureInstalled()

// Taken before the build: a file saved meanwhile makes the next start build again.
const sources = hashOfServer()
mkdirSync(join(top, '.cache'), { recursive: true })
const workshop = mkdtempSync(join(top, '.cache', 'build-server-'))
const made = join(workshop, 'server')
try {
  const build = await rolldown({
    cwd: top,
    input: {
      main: 'src/programs/main.ts',
      seed: 'src/programs/seed.ts',
      'rotate-key': 'src/programs/rotate-key.ts',
      backup: 'src/programs/backup.ts',
      restore: 'src/programs/restore.ts',
      // Threads: they lie beside what starts them, there as here.
      'pdf-worker': 'src/features/invoices/pdf/pdf-worker.ts',
      'password-worker': 'src/features/auth/passwords/password-worker.ts',
      'message-worker': 'src/features/admin-mail/message-worker.ts',
    },
    platform: 'node',
    // It loads a library that was made for the machine.
    external: ['sharp'],
    onLog(level, log, handle) {
      // A package that we load late, and another package at once.
      if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') handle(level, log)
    },
  })
  await build.write({
    dir: made,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    // What a process runs it keeps in memory.
    comments: false,
  })
  await build.close()
  writeFileSync(join(made, '.sources'), sources)
  mkdirSync(join(top, 'dist'), { recursive: true })
  swapIn(made, join(top, 'dist', 'server'), workshop)
} finally {
  rmSync(workshop, { recursive: true, force: true })
}
