import { expect, test } from 'vitest'
import { deletionDate, exportFileName, isConfirmed } from './rules.ts'

test('the name of the archive holds the business and the day there, in letters that every system takes', () => {
  const now = new Date('2026-11-15T23:30:00Z')
  const named = (name: string, timeZone = 'UTC') => exportFileName({ name, timeZone }, now)
  expect(named('Corner Repairs')).toBe('millrace-export-corner-repairs-2026-11-15.zip')
  expect(named('Café "Zürich" & Söhne', 'Europe/Zurich')).toBe(
    'millrace-export-cafe-zurich-sohne-2026-11-16.zip',
  )
  expect(named('水车')).toBe('millrace-export-business-2026-11-15.zip')
  expect(named('../../etc/passwd\r\nx: y')).toBe('millrace-export-etc-passwd-x-y-2026-11-15.zip')
  expect(named('a'.repeat(300)).length).toBeLessThan(100)
})

test('the name has to be typed exactly, but for spaces around it', () => {
  expect(isConfirmed('  Corner Repairs ', 'Corner Repairs')).toBe(true)
  expect(isConfirmed('corner repairs', 'Corner Repairs')).toBe(false)
  expect(isConfirmed('', 'Corner Repairs')).toBe(false)
})

test('the day of the deletion is that of the owner’s calendar', () => {
  const moment = '2026-11-22T23:30:00.000Z'
  expect(deletionDate(moment, 'UTC')).toBe('Nov 22, 2026')
  expect(deletionDate(moment, 'Asia/Tokyo')).toBe('Nov 23, 2026')
})
