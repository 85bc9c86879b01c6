export const longestMessage = 5000
export const longestReply = 10_000
