/** The days of the reminders, counted from the due date: -7 is a week before it. In SQL: platform.default_series(). */
export const defaultSeries: readonly number[] = [-3]
export const recommendedSeries: readonly number[] = [-7, 0, 1, 7, 14, 30]
export const offsetBounds = { min: -60, max: 365 } as const
export const maxSteps = 12
export const textLengths = { subject: 200, body: 2000 } as const
