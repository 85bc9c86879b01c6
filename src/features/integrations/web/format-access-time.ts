/** Nov 5, 2026, 3:40:07 PM, by the clock of the business. */
export function formatAccessTime(timeZone: string, moment: string): string {
  return (
    new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'medium' })
      .format(new Date(moment))
      // Some versions of the locale data put a narrow space before AM and PM.
      .replaceAll('\u202F', ' ')
  )
}
