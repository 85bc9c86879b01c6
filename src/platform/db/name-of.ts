/** SQL: the name of the member whose id a column has, which is named with its table; null for none. $1 is the business. */
export function nameOf(column: `${string}.${string}`): string {
  return `(select person.name from people person where person.business_id = $1 and person.user_id = ${column})`
}
