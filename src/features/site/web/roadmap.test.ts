import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RoadmapPage } from './roadmap-page.tsx'
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

test('every quarter with a feature is there, in order, and then what has no date', () => {
  expect(roadmap.map(({ title }) => title)).toEqual([
    'Q2 2025',
    'Q3 2025',
    'Q4 2025',
    'Q1 2026',
    'Q2 2026',
    'Q3 2026',
    'Q4 2026',
    'Q2 2027',
    'Q3 2027',
    'Later',
  ])
})

test('a feature stands in one place', () => {
  const names = roadmap.flatMap(({ features }) => features.map(({ name }) => name))
  expect(names).toEqual([...new Set(names)])
})

test('nothing is planned for a quarter that is over', () => {
  const current = roadmap.findIndex(({ title }) => title === 'Q4 2026')
  const features = roadmap.slice(0, current).flatMap((part) => part.features)
  expect(features.filter(({ status }) => status !== 'completed')).toEqual([])
})

test('nothing of a quarter to come is completed, and nothing without a date is planned', () => {
  const current = roadmap.findIndex(({ title }) => title === 'Q4 2026')
  const statuses = (parts: typeof roadmap) =>
    new Set(parts.flatMap(({ features }) => features.map(({ status }) => statusLabel(status))))
  expect(statuses(roadmap.slice(current + 1, -1))).toEqual(new Set(['Planned']))
  expect(statuses(roadmap.slice(-1))).toEqual(new Set(['Under Consideration']))
})

test('the page says that it is a plan, and what each status means', () => {
  const page = renderToStaticMarkup(createElement(RoadmapPage))
  expect(page).toContain('This is a plan, not a history')
  expect(page).toContain('with its status as of today')
  const explained = [...page.matchAll(/<dt>.*?<\/dt>/g)].map(([term]) => term.replaceAll(/<[^>]*>/g, ''))
  expect(explained).toEqual(['Completed', 'In Progress', 'Planned', 'Under Consideration'])
  for (const { title } of roadmap) expect(page).toContain(`>${title}</h2>`)
})
