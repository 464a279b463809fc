/**
 * Sends a design as a client would. A busy machine may have no time to render one within a call: it is answered 503 then, changes
 * nothing, and is sent again.
 */
export async function sentAgain<Answer extends { readonly status: number }>(
  send: () => Promise<Answer>,
  times = 10,
): Promise<Answer> {
  const answer = await send();
  return answer.status === 503 && times > 0 ? sentAgain(send, times - 1) : answer;
}
