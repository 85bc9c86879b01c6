import { expect, test } from 'vitest'
import { roadmap, statusLabel } from './roadmap.ts'

test('a status is said in its words, and one that nobody knows is being considered', () => {
  expect(['completed', 'in-progress', 'planned'].map(statusLabel)).toEqual([
    'Completed',
    'In Progress',
    'Planned',
  ])
  for (const status of ['', 'dropped', 'Completed', 'toString', '__proto__']) {
    expect(statusLabel(status)).toBe('Under Consideration')
  }
})

test('every quarter from Q2 2025 to today is there, in order, and then what comes next', () => {
  expect(roadmap.map(({ title }) => title)).toEqual([
    'Q2 2025',
    'Q3 2025',
    'Q4 2025',
    'Q1 2026',
    'Q2 2026',
    'Q3 2026',
    'Q4 2026',
    'Next',
  ])
})

test('a feature stands in one place', () => {
  const names = roadmap.flatMap(({ features }) => features.map(({ name }) => name))
  expect(names).toEqual([...new Set(names)])
})

test('nothing is planned for a quarter that is over', () => {
  const isOver = ({ title }: { title: string }) => title !== 'Next' && title !== 'Q4 2026'
  const features = roadmap.filter(isOver).flatMap((part) => part.features)
  expect(features.filter(({ status }) => status !== 'completed')).toEqual([])
})
