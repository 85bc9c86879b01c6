const plain = 'as-cards:min-h-0 as-cards:before:content-none!'
const detail = `${plain} as-cards:row-start-2 as-cards:min-w-0 as-cards:gap-1.5 as-cards:text-xs as-cards:text-muted`

/**
 * Classes for an unframed DataTable whose rows have two lines in a narrow container: a title and a figure,
 * then two details and a control. `table` is for the table, the others are for the columns.
 */
export const twoLineRows = {
  table: [
    'overflow-hidden rounded-lg border border-border bg-surface shadow-card',
    'as-cards:[&_tbody_tr]:grid as-cards:[&_tbody_tr]:grid-cols-[auto_minmax(0,1fr)_auto_auto]',
    'as-cards:[&_tbody_tr]:items-center as-cards:[&_tbody_tr]:gap-x-1.5',
    // The control is taller than it looks. Its target reaches into the padding.
    'as-cards:[&_tbody_tr]:pt-2.5 as-cards:[&_tbody_tr]:pb-0.5',
  ].join(' '),
  title: `${plain} as-cards:col-span-2 as-cards:col-start-1 as-cards:row-start-1 as-cards:min-w-0 as-cards:justify-start as-cards:gap-2 as-cards:pb-0 as-cards:text-sm as-cards:font-medium`,
  /** Between the title and the figure. */
  badge: `${plain} as-cards:col-start-3 as-cards:row-start-1`,
  figure: `${plain} as-cards:col-start-4 as-cards:justify-self-end as-cards:row-start-1`,
  firstDetail: `${detail} as-cards:after:content-["·"]`,
  detail: `${detail} as-cards:col-start-2 as-cards:text-left`,
  control: `${plain} as-cards:col-span-2 as-cards:justify-self-end as-cards:col-start-3 as-cards:row-start-2`,
}
