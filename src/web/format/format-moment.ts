/** Formats a moment like "Nov 5, 2026, 3:40 PM". */
export function formatMoment(timeZone: string, moment: string): string {
  return (
    new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' })
      .format(new Date(moment))
      // Some versions of the locale data put a narrow space before AM and PM.
      .replaceAll('\u202F', ' ')
  )
}
