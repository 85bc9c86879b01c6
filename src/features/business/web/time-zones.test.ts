import { describe, expect, test } from 'vitest'
import { describeTimeZone, isSameTimeZone, searchTimeZones, timeIn } from './time-zones.ts'

const winter = new Date('2026-01-15T12:00:20Z')
const summer = new Date('2026-07-15T23:59:40Z')

test.each([
  ['UTC', winter, 'UTC', 'Coordinated Universal Time'],
  ['Europe/Zurich', winter, 'UTC+01:00', 'Central European Standard Time'],
  ['Europe/Zurich', summer, 'UTC+02:00', 'Central European Summer Time'],
  ['America/New_York', winter, 'UTC-05:00', 'Eastern Standard Time'],
  ['America/St_Johns', winter, 'UTC-03:30', 'Newfoundland Standard Time'],
  ['Asia/Calcutta', summer, 'UTC+05:30', 'India Standard Time'],
  ['Pacific/Kiritimati', summer, 'UTC+14:00', 'Line Islands Time'],
  ['Etc/GMT+5', winter, 'UTC-05:00', ''],
  ['Mars/Olympus_Mons', winter, '', ''],
])('%s at %s is %s', (zone, at, offset, name) => {
  expect(describeTimeZone(zone, at)).toEqual({ offset, name })
})

test.each([
  ['UTC', winter, '12:00 PM'],
  ['America/New_York', winter, '7:00 AM'],
  ['America/New_York', summer, '7:59 PM'],
  ['Asia/Calcutta', summer, '5:29 AM'],
  ['Europe/London', new Date('2026-01-15T00:05:00Z'), '12:05 AM'],
  ['Mars/Olympus_Mons', winter, ''],
])('the clocks in %s at %s show %s', (zone, at, time) => {
  expect(timeIn(zone, at)).toBe(time)
})

describe('the search', () => {
  const found = (query: string, first: string[] = []) =>
    searchTimeZones(query, first).map(({ value }) => value)

  test.each([
    ['new york', 'America/New_York'],
    ['New_York', 'America/New_York'],
    ['zurich', 'Europe/Zurich'],
    ['india standard', 'Asia/Calcutta'],
    ['utc+05:45', 'Asia/Katmandu'],
    [' utc ', 'UTC'],
  ])('%s finds %s', (query, zone) => {
    expect(found(query)).toContain(zone)
  })

  test('finds nothing where there is nothing', () => {
    expect(found('atlantis')).toEqual([])
  })

  test('begins with the zones that matter here, each once', () => {
    const zones = found('', ['Europe/Zurich', 'America/Lima', 'Europe/Zurich'])
    expect(zones.slice(0, 3)).toEqual(['Europe/Zurich', 'America/Lima', 'UTC'])
    expect(new Set(zones).size).toBe(zones.length)
    expect(zones.length).toBeGreaterThan(400)
  })

  test('offers one that this browser does not list, as it was saved', () => {
    expect(found('kolkata', ['Asia/Kolkata'])).toEqual(['Asia/Kolkata'])
  })
})

test('a zone is the same by either of its names', () => {
  expect(isSameTimeZone('Asia/Kolkata', 'Asia/Calcutta')).toBe(true)
  expect(isSameTimeZone('Europe/Zurich', 'Europe/Berlin')).toBe(false)
})
