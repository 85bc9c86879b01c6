import { format } from 'date-fns/format'
import { isValid } from 'date-fns/isValid'
import { parse } from 'date-fns/parse'

// Dates are `yyyy-MM-dd`. Date objects in between are local midnights, so no time zone shifts them.
const shownAs = 'MMM d, yyyy'
const isoForm = 'yyyy-MM-dd'
const accepted = [
  shownAs,
  'MMM d yyyy',
  'MMMM d, yyyy',
  'MMMM d yyyy',
  'd MMM yyyy',
  isoForm,
  'M/d/yyyy',
  'M-d-yyyy',
]

export function dateFromIso(iso: string): Date | null {
  const date = parse(iso, isoForm, new Date(2000, 0, 1))
  return isValid(date) && format(date, isoForm) === iso ? date : null
}

export function isoFromDate(date: Date): string {
  return format(date, isoForm)
}

export function formatIsoDate(iso: string): string {
  const date = dateFromIso(iso)
  return date ? format(date, shownAs) : iso
}

/** Parses a typed date ("3/9/2026", "Mar 9, 2026", "2026-03-09"). Returns null if it is not a date. */
export function parseDateText(text: string): string | null {
  const trimmed = text.trim().replaceAll(/\s+/g, ' ')
  for (const form of accepted) {
    const date = parse(trimmed, form, new Date(2000, 0, 1))
    // `yyyy` also accepts "26" as the year 26, which no user means.
    if (isValid(date) && date.getFullYear() >= 1900 && date.getFullYear() <= 9999)
      return format(date, isoForm)
  }
  return null
}
