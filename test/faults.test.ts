import { beforeAll, describe, expect, test } from 'vitest'
import { otherFaults } from './support/faults/kinds.ts'
import { type FaultResult, runFaults } from './support/faults/run.ts'

/** `npm run chaos -- faults` runs this for as long as required, and also changes the clock. */
describe('under load, when something dies, stands still or runs full', () => {
  let result: FaultResult
  beforeAll(async () => {
    result = await runFaults({
      order: otherFaults,
      seed: 7,
      writesBefore: 8,
      pauses: 3,
      // Only reached if something is broken.
      timeoutMs: 300_000,
      hasten: true,
      stillMs: 1500,
      fullMs: 500,
    })
  })

  test('every acknowledged write is there once, the books balance, and each mail left once', () => {
    expect(result.problems).toEqual([])
    expect(result.rows.map(({ fault }) => fault)).toEqual(
      otherFaults.filter((fault) => !result.skipped.includes(fault)),
    )
    for (const row of result.rows) {
      expect(row).toMatchObject({ lost: 0, doubled: 0, foundOnce: row.acknowledged })
      expect(row.acknowledged).toBeGreaterThan(0)
    }
  })

  test('Postgres is started again while Node runs, and requests meanwhile are refused with a sentence', () => {
    const refused = result.rows.find(({ fault }) => fault === 'kill -9 of Postgres')?.refused
    expect(refused).toBeGreaterThan(0)
    expect(result.output).toContain('the built-in database was started again')
    expect(result.output).toContain('the built-in database came back on its own')
  })

  test('without room on the disk writes are refused for that reason, and reads go on', ({ skip }) => {
    skip(
      result.skipped.includes('disk full'),
      'no disk of a chosen size can be mounted here: that needs root',
    )
    expect(result.withoutRoom.refused).toBeGreaterThan(0)
    expect(result.withoutRoom.reads).toBeGreaterThan(0)
  })
})
