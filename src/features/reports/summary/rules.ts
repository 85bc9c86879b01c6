/** Every month has these days. */
export const summaryDays = 28

/** The hour of the sending, in the time zone of the business. plan-summary.sql has it, too. */
export const summaryHour = 8
