package runningtest

// Refusals are the KEYs of all refusals of package running, for a test that all have
// texts: "18mag.no.KEY". The other lists are said by some titles only.
var (
	Refusals = []string{
		"no-hex", "run-what", "run-which",
		"run-no-stop", "run-not-reached", "run-one-stop", "run-no-track", "run-blocked", "run-area",
		"run-no-train", "run-too-many", "run-too-long", "run-no-station", "run-stop-twice", "run-track-twice",
		"run-must", "run-wrong",
	}
	ExtraRefusals = []string{"run-too-short", "run-mine", "run-service-twice", "run-idle-service"} // extra stops, services
	GroupRefusals = []string{"run-group"}                                                          // groups of stops
	BestRefusals  = []string{"run-better"}                                                         // the duty to run best
)
