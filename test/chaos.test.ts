import { expect, test } from 'vitest'
import { runChaos } from './support/chaos.ts'

test('kill -9 of Node and of Postgres loses no acknowledged sign-up and leaves none half made', async () => {
  const { acknowledged, problems } = await runChaos({ rounds: 2, seed: 7 })
  expect(problems).toEqual([])
  expect(acknowledged).toBeGreaterThan(0)
}, 120_000)
