const plain = 'as-cards:min-h-0 as-cards:before:content-none!'
const detail = `${plain} as-cards:min-w-0 as-cards:gap-1.5 as-cards:text-xs as-cards:text-muted`

/**
 * Classes for an unframed DataTable whose rows have two lines in a narrow container: a title and a figure,
 * then two details and a control. `table` is for the table, the others are for the columns.
 */
export const twoLineRows = {
  table: [
    'overflow-hidden rounded-lg border border-border bg-surface shadow-card',
    'as-cards:[&_tbody_tr]:flex-row as-cards:[&_tbody_tr]:flex-wrap',
    'as-cards:[&_tbody_tr]:items-center as-cards:[&_tbody_tr]:gap-x-1.5',
    // Starts the second line.
    'as-cards:[&_tbody_tr]:before:order-4 as-cards:[&_tbody_tr]:before:basis-full as-cards:[&_tbody_tr]:before:content-[""]',
    // The control is taller than it looks. Its target reaches into the padding.
    'as-cards:[&_tbody_tr]:pt-2.5 as-cards:[&_tbody_tr]:pb-0.5',
  ].join(' '),
  title: `${plain} as-cards:order-1 as-cards:min-w-0 as-cards:flex-1 as-cards:justify-start as-cards:gap-2 as-cards:pb-0 as-cards:text-sm as-cards:font-medium`,
  /** Between the title and the figure. */
  badge: `${plain} as-cards:order-2`,
  figure: `${plain} as-cards:order-3`,
  firstDetail: `${detail} as-cards:order-5 as-cards:shrink-0 as-cards:after:content-["·"]`,
  detail: `${detail} as-cards:order-6 as-cards:flex-1 as-cards:justify-start as-cards:text-left`,
  control: `${plain} as-cards:order-7 as-cards:shrink-0 as-cards:justify-end`,
  /** A third line. */
  offer: 'as-cards:order-8 as-cards:basis-full',
}
