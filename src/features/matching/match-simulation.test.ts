import { expect, test } from 'vitest'
import { live } from '../../../test/support/matching/live.ts'
import { makeBusiness } from '../../../test/support/matching/make-business.ts'
import { scoreOf, toTable } from '../../../test/support/matching/score.ts'

const businesses = Number(process.env['MATCHING_BUSINESSES'] ?? 60)
const seed = Number(process.env['MATCHING_SEED'] ?? 1)
const isLong = process.env['MATCHING_BUSINESSES'] !== undefined

test(`${businesses} businesses with truth: what is accepted without asking is right, and little is missed`, () => {
  const outcomes = Array.from({ length: businesses }, (_, index) =>
    live(makeBusiness(seed * 100_003 + index)),
  ).flat()
  if (isLong) console.log(`Seed ${seed}, ${businesses} businesses\n${toTable(outcomes)}`)
  const { autoPrecision, recall, auto } = scoreOf(outcomes)
  expect(autoPrecision).toBeGreaterThanOrEqual(0.995)
  expect(recall).toBeGreaterThanOrEqual(0.9)
  // Most of what is certain to a person is certain here.
  expect(auto / outcomes.length).toBeGreaterThan(0.3)
})
