import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from '../src/platform/db/embedded/start-embedded-postgres.ts'
import { queryAt, revokeTables, runProgram } from './support/backups.ts'
import { makeDataFolder, signUpBody, signUpRequest, spawnProduct, startProduct } from './support/product.ts'

test('the commands, on the built-in database: online, before an update that fails, and into a new folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-backup-'))
  const data = await makeDataFolder()
  const copy = await makeDataFolder()
  const env = { MILLRACE_DATA: data.dataDir, LOG_LEVEL: 'warn' }
  const file = join(folder, 'online.backup')
  try {
    const product = await startProduct(env)
    await signUpRequest(product.url, 'owner@test.example')
    const began = Date.now()
    const { code, output } = await runProgram('backup', env, file)
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/^\S.*online\.backup: \d+ bytes, \d+ tables, \d+ rows, /),
    ])
    expect((await runProgram('restore', env, file)).output).toMatch(
      /^Millrace is already running on the data in /,
    )
    expect(await product.stop()).toBe(0)

    const postgres = await startEmbeddedPostgres({ dataDir: data.dataDir })
    const [noted] = await queryAt<{ value: string }>(
      postgres.url,
      `select value from platform.installation where name = 'last-backup'`,
    )
    expect(Date.parse(noted!.value)).toBeGreaterThanOrEqual(began)
    // The migrations are not recorded as applied, but what they create exists, so the first will fail.
    await queryAt(postgres.url, `delete from migrations.applied where name >= '0012'`)
    await revokeTables(postgres.url, '0012')
    await postgres.stop()
    const failing = spawnProduct(env)
    expect(await failing.ended).toBe(1)
    expect(failing.output()).toMatch(/^The migration 0012-backup\.sql failed, and nothing was changed: .+\n$/)
    // Every program that migrates the database does the same.
    for (const [n, name] of (['seed', 'rotate-key'] as const).entries()) {
      expect(await runProgram(name, env)).toMatchObject({
        code: 1,
        output: expect.stringContaining('0012-backup.sql failed, and nothing was changed'),
      })
      expect(await readdir(join(data.dataDir, 'backups'))).toHaveLength(n + 2)
    }
    const [before = ''] = await readdir(join(data.dataDir, 'backups'))
    expect(before).toMatch(/^before-0012-backup-\d{8}T\d{9}Z\.backup$/)
    const kept = join(data.dataDir, 'backups', before)

    const restored = await runProgram('restore', { MILLRACE_DATA: copy.dataDir }, kept)
    expect(restored).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^Restored what was there at 20/),
    })
    const again = await startProduct({ ...env, MILLRACE_DATA: copy.dataDir })
    const { email, password } = signUpBody('owner@test.example')
    const signedIn = await fetch(`${again.url}/api/v1/auth/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: again.url },
      body: JSON.stringify({ email, password }),
    })
    expect(signedIn.status).toBe(200)
    await again.stop()
  } finally {
    await rm(folder, { recursive: true })
    await data.remove()
    await copy.remove()
  }
})
