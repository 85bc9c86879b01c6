/** How many recurring invoices a business can have at a time. */
export const mostSeries = 1000
