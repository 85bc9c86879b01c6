/** How many recurring invoices a business can have at a time. */
export const maxSeries = 1000
