package pbem

import "context"

// AnswerForRobot answers with some lines for the robot that is asked, as if it had thought of
// them.
func (o *Office) AnswerForRobot(ctx context.Context, lines ...string) error {
	q, err := o.question(ctx)
	if err != nil {
		return err
	}
	return o.answer(ctx, q, lines)
}
