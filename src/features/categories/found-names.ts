/** SQL: the categories of the transactions of a business, $1. One index lookup for each, however many transactions there are. */
export const foundNames = `
  with recursive found (category) as (
    (select t.category from transactions t where t.business_id = $1 order by t.category limit 1)
    union all
    select (
      select t.category from transactions t where t.business_id = $1 and t.category > found.category
      order by t.category limit 1)
    from found where found.category is not null
  )
  select category from found where category is not null`
