import LinuxIO
