/** "7 days before the due date", "on the due date", "1 day after the due date" */
export function stepText(offsetDays: number): string {
  if (offsetDays === 0) return 'on the due date'
  const days = Math.abs(offsetDays)
  return `${days} ${days === 1 ? 'day' : 'days'} ${offsetDays < 0 ? 'before' : 'after'} the due date`
}
