/* The world of a test program: a model, and a bus to it that logs every access and can be made to fail. */
#ifndef WORLD_H
#define WORLD_H

#include <stdio.h>

#include <hws_fw.h>
#include <hws_model.h>

/* What the bus does instead of reaching the model. */
enum fault { NO_FAULT, FAILS, ANSWERS };

struct world {
    hws_model *model;
    FILE *log;
    enum fault fault;
    int code;        /* FAILS: what the functions return */
    uint32_t answer; /* ANSWERS: what every register reads; writes are lost */
    hws_error error;
    hws_bus bus;
    int unexpected; /* calls that did not return what was expected */
};

/* Opens a world whose accesses are logged to a file; returns 0 on failure. */
int world_open(struct world *world, const char *log);
void world_close(struct world *world);

/* Prints the status of a call with its details, and compares it with the expected status. */
void expect(struct world *world, const char *call, hws_status got, hws_status wanted);

/* 100 cycles, then every SIP that got a command completes it. Returns the number of commands. */
uint32_t run(struct world *world);

/* Prints a message. */
void print_message(const hws_message *message);

#endif
