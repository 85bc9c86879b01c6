import { textLink } from '../../../web/ui/text-link.ts'

/** A link that stands alone, with room for a thumb. */
export const loneLink = `${textLink} inline-flex items-center touch:min-h-11`
