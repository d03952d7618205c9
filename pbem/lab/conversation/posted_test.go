package conversation_test

func (s *scene) posted([]string) error {
	list, err := s.Posted()
	if err != nil {
		return err
	}
	for _, d := range list {
		r, err := d.Request(s.Clock)
		if err != nil {
			return err
		}
		if err := s.print("%s %s\n%s\n", d.Event.Kind, r.URL, r.Body); err != nil {
			return err
		}
	}
	if len(list) == 0 {
		return s.print("none\n")
	}
	return nil
}
