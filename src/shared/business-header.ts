/** Names the business that a request is about, so that two tabs of one browser can work in two businesses. */
export const businessHeader = 'millrace-business'

/** The same in an address that a browser opens by itself: a link, a picture, a stream of events. */
export const businessParameter = 'business'
